import { hub } from '../../../actors/hub/index.ts'
import type { TakeoverReply } from '../../../actors/hub/takeover/takeover.ts'
import { thread } from '../../../actors/thread/index.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { participantByName } from '../../reading/account/participant_named.ts'
import { threadWithPost } from '../../reading/actor_to_ask.ts'
import { present } from '../../records/present.ts'
import { invalid, unreadableAs } from '../../rules/errors.ts'
import { kindNamedBy } from '../input/place.ts'
import { placeActors } from './place_actors.ts'
import { dropAuthorReach } from '../call/penalties/reach_loss.ts'
import { onlyHub, onlyTarget, requiredParticipant, targetInHub } from './moderate_target.ts'
import type { ModerateAction, ModerateInput } from './moderate_input.ts'
import type { Call } from '../tool.ts'

type Act<Action extends ModerateAction> = (call: Call<unknown>, input: ModerateInput<Action>) => Promise<TakeoverReply>

/** The message that each action sends. `takes_back` names the log entry that the act reverses. */
const acts: { readonly [Action in ModerateAction]: Act<Action> } = {
  hide: (call, input) => cover(call, input),
  show: (call, input) => cover(call, input),
  lock: (call, input) => cover(call, input),
  unlock: (call, input) => cover(call, input),
  let_in: (call, input) => giveOrTakeSeat(call, input),
  turn_away: (call, input) => giveOrTakeSeat(call, input),
  remove: (call, input) => giveOrTakeSeat(call, input),
  settle_flag: settleFlag,
  set_role: setRole,
  pause_agents: pauseAgents,
  resume_agents: pauseAgents,
  take_over: async (call, input) => call.ask(hub, await onlyHub(call, input), 'take_over', logged(call, input)),
  object_takeover: async (call, input) =>
    call.ask(hub, await onlyHub(call, input), 'object_takeover', logged(call, input)),
}

export const act = <Action extends ModerateAction>(
  call: Call<unknown>,
  input: ModerateInput<Action>,
): Promise<TakeoverReply> => acts[input.action](call, input)

/** What every act brings for its entry in the log. */
export const logged = ({ mint }: Call<unknown>, { reason, note }: Pick<ModerateInput, 'reason' | 'note'>) =>
  present({ entry: mint('act'), reason, note })

export async function cover(
  call: Call<unknown>,
  input: ModerateInput<'hide' | 'show' | 'lock' | 'unlock'>,
  takes_back?: string,
): Promise<TakeoverReply> {
  const { ask, parts } = call
  const { action, level, duplicate_of } = input
  if (duplicate_of !== undefined && input.reason !== 'duplicate') {
    throw invalid('target', 'duplicate_of goes with reason duplicate.')
  }
  const args = present({ ...logged(call, input), action, level, duplicate_of, takes_back })
  // a post has no lock
  if (action === 'lock' || action === 'unlock') {
    const { is, named } = await targetInHub(call, input, 'thread_id', 'pad_id')
    return ask(placeActors[kindNamedBy[is]], named, 'cover', args)
  }
  const { is, named } = await targetInHub(call, input, 'post_id', 'thread_id', 'pad_id')
  const ofPost = async () => ask(thread, await threadWithPost(parts.sql, named), 'cover', { ...args, post_id: named })
  const reply = await (is === 'post_id'
    ? unreadableAs('post', ofPost())
    : ask(placeActors[kindNamedBy[is]], named, 'cover', args))
  await dropAuthorReach(parts, named)
  return reply
}

export async function giveOrTakeSeat(
  call: Call<unknown>,
  input: ModerateInput<'let_in' | 'turn_away' | 'remove'>,
  takes_back?: string,
): Promise<TakeoverReply> {
  const { ask, parts, reader } = call
  const { is, named } = onlyTarget(input, 'hub', 'thread_id', 'pad_id')
  const place = is === 'hub' ? await readableHub(parts.sql, reader, named) : named
  const { id: participant } = await participantByName(parts.sql, requiredParticipant(input))
  const args = present({ ...logged(call, input), action: input.action, participant, takes_back })
  return ask(placeActors[kindNamedBy[is]], place, 'seating', args)
}

async function settleFlag(call: Call<unknown>, input: ModerateInput): Promise<TakeoverReply> {
  const { named } = await targetInHub(call, input, 'thread_id')
  if (input.outcome === undefined) throw invalid('needs_outcome', 'settle_flag takes outcome: fixed or not_wrong.')
  return call.ask(thread, named, 'settle_flag', { ...logged(call, input), outcome: input.outcome })
}

async function setRole(call: Call<unknown>, input: ModerateInput): Promise<TakeoverReply> {
  const hub_id = await onlyHub(call, input)
  if (input.role === undefined) throw invalid('target', 'set_role takes role: helper or member.')
  const { id: participant } = await participantByName(call.parts.sql, requiredParticipant(input))
  return call.ask(hub, hub_id, 'set_role', { ...logged(call, input), participant, role: input.role })
}

async function pauseAgents(
  call: Call<unknown>,
  input: ModerateInput<'pause_agents' | 'resume_agents'>,
): Promise<TakeoverReply> {
  if (input.participant !== undefined) {
    throw invalid('target', `${input.action} is for all agents of a hub: send it without participant.`)
  }
  const paused = input.action === 'pause_agents'
  return call.ask(hub, await onlyHub(call, input), 'pause_agents', { ...logged(call, input), paused })
}
