import { hub } from '../../../actors/hub/index.ts'
import type { TakeoverReply } from '../../../actors/hub/takeover/takeover.ts'
import { checkMayTakeBack, hubWithBatch, type LoggedAct, loggedAct } from '../../reading/hub/logged_act.ts'
import { present } from '../../records/present.ts'
import { invalid } from '../../rules/errors.ts'
import { thingOf } from '../../rules/ids.ts'
import { isReversible } from '../../rules/logged_acts.ts'
import { cover, giveOrTakeSeat, logged } from './moderate_act.ts'
import type { Call } from '../tool.ts'
import type { ModerateInput } from './moderate_input.ts'

/** Reverses a log entry. The actor that made it decides. */
export async function takeBack(call: Call<unknown>, input: ModerateInput, entry: string): Promise<TakeoverReply> {
  if (input.action !== 'show') throw invalid('target', 'entry goes with action show.')
  if (thingOf(entry) === 'undo') return takeBackBatch(call, input, entry)
  const act = await loggedAct(call.parts.sql, entry)
  const { action, hub_id, target_id: participant } = act
  if (!isReversible(action)) return standsForGood(call, act)
  const noted = present({ note: input.note })
  switch (action) {
    case 'hide':
      return cover(call, { action: 'show', [`${act.target_type}_id`]: act.target_id, ...noted }, entry)
    case 'lock':
      return cover(call, { action: 'unlock', [`${act.target_type}_id`]: act.target_id, ...noted }, entry)
    case 'remove':
      return giveOrTakeSeat(call, { action: 'let_in', participant, ...placeOf(act), ...noted }, entry)
    case 'pause_agents':
      return call.ask(hub, hub_id, 'pause_agents', { ...logged(call, input), paused: false, takes_back: entry })
    case 'set_role': {
      if (act.took_back) return standsForGood(call, act)
      // for hosts of the previous release; newer ones read it from the entry (roleBefore of actors/seats)
      const role = act.was === 'helper' ? 'helper' : 'member'
      return call.ask(hub, hub_id, 'set_role', { ...logged(call, input), participant, role, takes_back: entry })
    }
    case 'undo_everything':
      return takeBackBatch(call, input, act.batch_id ?? '')
  }
}

/** No actor decides here, so the right is checked: roles are the owner's to give, other entries the keepers' to read. */
async function standsForGood(call: Call<unknown>, act: LoggedAct): Promise<never> {
  await checkMayTakeBack(call.parts.sql, call, act, act.action === 'set_role' ? 'set_role' : 'read_log')
  throw invalid('target', 'That entry cannot be taken back. Do the opposite in a new call.')
}

const takeBackBatch = async (call: Call<unknown>, input: ModerateInput, batch_id: string): Promise<TakeoverReply> =>
  call.ask(hub, await hubWithBatch(call.parts.sql, batch_id), 'take_back_batch', { ...logged(call, input), batch_id })

function placeOf({ hub_id, scope_id }: LoggedAct): Pick<ModerateInput, 'hub' | 'thread_id' | 'pad_id'> {
  if (scope_id === undefined) return { hub: hub_id }
  return thingOf(scope_id) === 'thread' ? { thread_id: scope_id } : { pad_id: scope_id }
}
