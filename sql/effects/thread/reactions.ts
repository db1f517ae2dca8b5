import type { Reaction } from '../../../src/rules/closed_lists.ts'
import { insertInto, removeFrom } from '../../effect.ts'

interface ReactionKey {
  readonly post_id: string
  readonly participant_id: string
  readonly reaction: Reaction
}

export const addReactions = insertInto<ReactionKey & { readonly at: string }>('reaction', { on_conflict: 'nothing' })

export const removeReactions = removeFrom<ReactionKey>('reaction', ['post_id', 'participant_id', 'reaction'])
