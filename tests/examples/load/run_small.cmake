# With CHECKPOINT, state is kept. Runs the driver on 100,000 events; its last line is JSON that says that engine and reference loop agree.
if(NOT CHECKPOINT)
  set(CHECKPOINT off)
endif()
execute_process(
  COMMAND "${PROGRAM}" throughput --events 100000 --keys 1000 --window "${WINDOW}" --function "${FUNCTION}" --repeat 2
          --source-actors 2 --round 512 --checkpoint "${CHECKPOINT}"
  RESULT_VARIABLE status OUTPUT_VARIABLE printed)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "exit status ${status}\n${printed}")
endif()
string(STRIP "${printed}" printed)
string(REGEX MATCH "[^\n]*$" line "${printed}")
foreach(member events_per_second reference_events_per_second ratio peak_anonymous_mib)
  string(JSON value GET "${line}" ${member})
  if(NOT value GREATER 0)
    message(FATAL_ERROR "${member} is ${value}\n${printed}")
  endif()
endforeach()
string(JSON match GET "${line}" results_match)
string(JSON results GET "${line}" results)
string(JSON checkpoints GET "${line}" checkpoints)
if(NOT match STREQUAL "ON" OR NOT results GREATER 1000 OR (checkpoints EQUAL 0 AND NOT CHECKPOINT STREQUAL "off") OR
   (checkpoints GREATER 0 AND CHECKPOINT STREQUAL "off"))
  message(FATAL_ERROR "results_match ${match}, results ${results}, checkpoints ${checkpoints}\n${printed}")
endif()
