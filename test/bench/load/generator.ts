import { fork } from 'node:child_process'
import type { Done, Job } from './main.ts'
import type { Round, RoundResult } from './round.ts'
import type { Waits, WaitsResult } from './waits.ts'

/** The load comes from a process of its own: its event loop is nobody else's. */
export interface Generator {
  round(round: Round): Promise<RoundResult>
  waits(waits: Waits): Promise<WaitsResult>
  stop(): void
}

export function startGenerator(): Generator {
  const child = fork(new URL('main.js', import.meta.url), { serialization: 'advanced' })
  let settle: ((done: Done) => void) | undefined
  child.on('message', (done: Done) => settle?.(done))
  child.on('exit', () => settle?.({ error: 'the load generator ended' }))
  const play = async (job: Job): Promise<unknown> => {
    const done = await new Promise<Done>((resolve) => {
      settle = resolve
      child.send(job)
    })
    if ('error' in done) throw new Error(done.error)
    return done.result
  }
  return {
    round: (round) => play({ round }) as Promise<RoundResult>,
    waits: (waits) => play({ waits }) as Promise<WaitsResult>,
    stop: () => child.disconnect(),
  }
}
