/*
 * Loaded before each measured server. Answers every message of the bench with the bytes that the heap of the process has
 * allocated so far. JavaScript, because Node would load its compiler of types into the measured process.
 */

import { GCProfiler } from 'node:v8'

const profiler = new GCProfiler()
let left = process.memoryUsage().heapUsed
let allocated = 0
profiler.start()

function allocatedBytes() {
  for (const { beforeGC, afterGC } of profiler.stop()?.statistics ?? []) {
    allocated += beforeGC.heapStatistics.usedHeapSize - left
    left = afterGC.heapStatistics.usedHeapSize
  }
  const used = process.memoryUsage().heapUsed
  allocated += used - left
  left = used
  profiler.start()
  return allocated
}

process.on('message', () => process.send?.(allocatedBytes()))
// The channel of the bench must not keep a server alive that has stopped.
process.channel?.unref()
