import { byAction, type Told } from './acts.ts'

/** How an act without an Undo can be reversed elsewhere. Used only by the question page, so the script does not load it. */
export const waysBack: Readonly<Record<string, Told>> = {
  ui_moderate: byAction({ remove: 'The log can take it back.' }),
  ui_answer_dm: byAction({ block: 'You can unblock them again.' }),
  suspend: () => 'You can let them go on again.',
}
