import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import type { InboxLine } from '../../../records/home/inbox_view.ts'
import { actForm, button } from './act.ts'

/** The items that a line stands for. */
export const seqsOf = ({ seq, answers }: Pick<InboxLine, 'seq' | 'answers'>): readonly number[] =>
  answers === undefined ? [seq] : [seq, answers]

/** A button that acknowledges inbox items. */
export const seenButton = (seqs: readonly number[], asked: ActsAsked, words = 'Seen'): Html | undefined =>
  asked.me && seqs.length > 0
    ? actForm(
        asked,
        { act: 'ui_ack' },
        html`${seqs.map((seq) => html`<input type="hidden" name="ack_items[]" value="${seq}">`)}${button(words, { look: words === 'Seen' ? 'plain soft' : 'plain' })}`,
      )
    : undefined
