import type { ActForm } from './act_fields.ts'
import { type ActFields, asksFirst, byAction, endingOf, type Told } from './acts.ts'

interface AskedWithoutScript {
  /** how it can be reversed elsewhere, as no Undo follows */
  readonly wayBack?: Told
  /** it ends something, although it does not always ask */
  readonly ends?: true
  /** not asked, because the form was filled in deliberately */
  readonly meant?: (fields: ActFields) => boolean
}

/**
 * How acts are asked about where no script runs: by the door that takes their forms, and on its question page. The
 * script holds these acts instead, and does not load this.
 */
const rows: Readonly<Record<string, AskedWithoutScript>> = {
  ui_delete_post: { ends: true },
  revoke: { ends: true },
  ui_review_result: { meant: ({ outcome }) => outcome === 'send_back' },
  ui_moderate: { wayBack: byAction({ remove: 'The log can take it back.' }) },
  ui_answer_dm: { wayBack: byAction({ block: 'You can unblock them again.' }) },
  suspend: { wayBack: () => 'You can let them go on again.' },
}

/** The question before an act; undefined where it is done at once. */
export const questionBefore = ({ act, fields }: Pick<ActForm, 'act' | 'fields'>): string | undefined =>
  rows[act]?.meant?.(fields) ? undefined : endingOf(act).asks?.(fields['what'] ?? 'this', fields)

/** The button of the question is red, as it was on the page. */
export const endsSomething = (act: string, fields: ActFields): boolean =>
  rows[act]?.ends ?? asksFirst(endingOf(act), fields)

export const wayBack = (act: string, fields: ActFields): string | undefined => rows[act]?.wayBack?.('', fields)
