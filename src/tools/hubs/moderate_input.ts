import { type Static, type TObject, Type } from 'typebox'
import { idPattern } from '../../rules/ids.ts'
import { foldLevels, foldReasons, moderateActions } from '../../rules/closed_lists.ts'
import { choice, id, note, optional, participant, threadId } from '../input/fields.ts'
import { placeFields } from '../input/place.ts'

export const flagOutcomes = ['fixed', 'not_wrong'] as const

export const moderateInput = {
  action: choice(moderateActions),
  ...placeFields,
  thread_id: optional(threadId()),
  post_id: optional(id('post')),
  participant: optional(participant('@handle or id')),
  entry: optional(Type.String({ pattern: idPattern('act', 'undo'), description: 'show: entry to take back' })),
  level: optional(choice(foldLevels, 'hide: fold (default) stays readable')),
  reason: optional(choice(foldReasons)),
  duplicate_of: optional(id('thread')),
  outcome: optional(choice(flagOutcomes, 'settle_flag')),
  role: optional(choice(['helper', 'member'], 'set_role')),
  note: optional(note('shown to the one concerned')),
}

type Input = Readonly<Static<TObject<typeof moderateInput>>>
export type ModerateAction = Input['action']
export type ModerateInput<Action extends ModerateAction = ModerateAction> = Omit<Input, 'action'> & {
  readonly action: Action
}
