import { playRound, type Round } from './round.ts'
import { playWaits, type Waits } from './waits.ts'

/** The generator's process: takes one job at a time from the one that forked it. */
export type Job = { readonly round: Round } | { readonly waits: Waits }
export type Done = { readonly result: unknown } | { readonly error: string }

process.on('message', (job: Job) => {
  const playing = 'round' in job ? playRound(job.round) : playWaits(job.waits)
  playing.then(
    (result) => process.send?.({ result } satisfies Done),
    (error: unknown) =>
      process.send?.({ error: error instanceof Error ? error.message : String(error) } satisfies Done),
  )
})
process.on('disconnect', () => process.exit())
