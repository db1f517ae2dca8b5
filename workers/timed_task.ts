import type { Piscina } from 'piscina'
import type * as tasks from './render.ts'

type Tasks = typeof tasks

/** What a render thread receives: the task's input, and a word of shared memory that holds its state. */
interface Timed<Input> {
  readonly input: Input
  readonly state: Int32Array
}

/** In milliseconds. */
interface TaskLimits {
  /** until a thread begins with it, which may have to be started first */
  readonly waiting: number
  /** from then on */
  readonly running: number
}

export type RunTask = <Name extends keyof Tasks>(
  name: Name,
  input: Parameters<Tasks[Name]>[0],
) => Promise<Awaited<ReturnType<Tasks[Name]>>>

/** No thread began with the task in time: this says nothing about the task. */
export class NotBegun extends Error {}

const waits = 0
const runs = 1
const givenUp = 2

/** Runs tasks within these limits. Throws NotBegun; another error where a task ran too long, failed or ended its thread. */
export const timedTasks =
  (pool: Piscina, limits: TaskLimits): RunTask =>
  async (name, input) => {
    const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const tooLong = new AbortController()
    const done = pool.run({ input, state } satisfies Timed<unknown>, { name, signal: tooLong.signal })
    return Promise.race([done, inTime(done)])

    async function inTime(done: Promise<unknown>): Promise<never> {
      const changed = Atomics.waitAsync(state, 0, waits, limits.waiting).value
      // Aborting would end the thread that is being started for it, and the next task would wait for another start.
      if ((await changed) === 'timed-out' && move(state, givenUp)) throw new NotBegun('no thread began in time')
      const timer = setTimeout(() => tooLong.abort(), limits.running)
      return (done as Promise<never>).finally(() => clearTimeout(timer))
    }
  }

/** On the render thread: begins with a task, unless it has been given up. */
export function begins(state: Int32Array): boolean {
  const begun = move(state, runs)
  Atomics.notify(state, 0)
  return begun
}

const move = (state: Int32Array, to: number): boolean => Atomics.compareExchange(state, 0, waits, to) === waits
