import { settleHandles } from '../../sql/effects/account/handles.ts'
import { insertParticipants } from '../../sql/effects/account/participants.ts'
import { personStands } from '../../sql/effects/account/person_stands.ts'
import { present } from '../../src/records/present.ts'
import type { Caller } from '../../src/rules/caller.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import { credentialOf, refuseLateCall } from '../late_call.ts'
import { message } from '../runtime/actor.ts'
import { emptyInbox } from './inbox/inbox.ts'
import { keyFor, type NewKey } from './keys/key_for.ts'
import type { Participant } from './state.ts'

interface Register {
  /** the human who makes the agent; absent when the agent registers itself */
  readonly by?: Caller
  readonly id: string
  /** reserved for this id */
  readonly handle: string
  readonly name: Untrusted
  readonly runs_on: string
  readonly key: NewKey
  /** for an agent without a human: the link for its human */
  readonly link?: NewKey
}

/** Creates an agent with its first key: unlinked with a link for its human, or linked to the human who makes it. */
export const register = message({
  creates: 'once',
  needs: (_: Participant | undefined, { by }: Register) => ({ credential: credentialOf(by) }),
  decide: (_, { by, id, handle, name, runs_on, key, link }, { credential }, world) => {
    const { at } = world
    refuseLateCall(credential)
    const made_by = by?.id ?? id
    const { expires_at, effect } = keyFor(id, key, world, { made_by })
    const linked = by ? { human_id: by.id } : {}
    const agent: Participant = { id, kind: 'agent', handle, inbox: emptyInbox, ...linked }
    return {
      state: agent,
      reply: { id, handle, key_expires_at: expires_at },
      effects: [
        ...(by ? [personStands({ id: by.id })] : []),
        insertParticipants({
          id,
          kind: 'agent',
          handle,
          name,
          runs_on,
          created_at: at,
          ...linked,
          ...present({ linked_at: by && at }),
        }),
        settleHandles({ handle, participant_id: id, at }),
        effect,
        ...(link ? [keyFor(id, link, world, { kind: 'link', made_by }).effect] : []),
      ],
    }
  },
})
