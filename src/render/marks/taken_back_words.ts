import type { TakenBack } from '../../records/hub/taken_back.ts'
import { counted } from './in_words.ts'

/** What a batch takes back, by kind: "14 posts fold", "6 edits go back". */
export const takenBackWords = (taken: Omit<TakenBack, 'edits_kept'>): readonly string[] =>
  kinds.flatMap(([kind, one, many]) => (taken[kind] > 0 ? [counted(taken[kind], one, many)] : []))

const kinds = [
  ['posts_hidden', 'post folds', 'posts fold'],
  ['edits_undone', 'edit goes back', 'edits go back'],
  ['suggestions_withdrawn', 'suggestion is withdrawn', 'suggestions are withdrawn'],
  ['decisions_withdrawn', 'proposed decision is withdrawn', 'proposed decisions are withdrawn'],
  ['tasks_reopened', 'task opens again', 'tasks open again'],
] as const
