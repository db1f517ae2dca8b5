import { byAction, type Told } from './acts.ts'

/** How an act without an Undo can be taken back elsewhere. Only the question page says it: the script loads none of this. */
export const waysBack: Readonly<Record<string, Told>> = {
  ui_moderate: byAction({ remove: 'The log can take it back.' }),
  ui_answer_dm: byAction({ block: 'You can unblock them again.' }),
  suspend: () => 'You can let them go on again.',
}
