import { message, type Outcome } from '../runtime/actor.ts'
import { advanced, storing, type Thread } from './state.ts'

/** Told by a pad: a decision shown on this thread's page was made, proposed or answered, so the version changes. */
export const decided = message({
  decide: (thread: Thread, _args: object, _facts, { now }): Outcome<Thread, { readonly version: number }> => {
    const state = advanced(thread, {}, now)
    return storing(state, { reply: { version: state.version } })
  },
})
