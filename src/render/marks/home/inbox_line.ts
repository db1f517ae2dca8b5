import { firstWords } from '../../../text/first_words.ts'
import { asksForDecision } from '../../../rules/events.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { inboxPath, inboxSentence } from '../../words/inbox_words.ts'
import type { InboxLine } from '../../../records/home/inbox_view.ts'
import { actForm, button } from '../form/act.ts'
import { firstChange } from '../first_change.ts'
import { reasonWords } from '../form/reasons.ts'
import { capitalised, time } from '../in_words.ts'
import { seenButton, seqsOf } from '../form/seen_button.ts'
import { avatar } from '../names.ts'
import { quickAnswer, reviewed } from '../to_decide/wait_answers.ts'
import { cardId, questionOf } from '../to_decide/wait_card.ts'
import { reads } from '../../../rules/limits.ts'

/** An inbox item as one line: its message, its subject, and the answer when it asks a question. */
export function inboxLine(item: InboxLine, asked: ActsAsked, { seen = false } = {}): Html {
  const { about, wait, at } = item
  const words = inboxSentence(item, asked.me)
  const acts = wait && !seen ? answering(item, asked) : seen ? undefined : seenButton(seqsOf(item), asked)
  return html`<li>${about?.from && avatar(about.from, 's')}<div class="grow"><p class="row">${wait ? questionOf(wait, asked) : html`<a href="${inboxPath(item)}">${words}</a>`}</p>${quoteAndPlace(item)}${wait?.kind === 'suggestion' && firstChange(wait)}</div>${replying(item)}${acts}<span class="small soft">${time(at)}</span></li>\n`
}

/** The words quoted, and the place. */
function quoteAndPlace(item: InboxLine): HtmlInserted {
  const { about, note, reported_as, kind, wait } = item
  const said = note ?? (wait ? undefined : about?.said)
  const place = about?.thread && kind !== 'mention' && kind !== 'reply' ? about.pad : undefined
  const quoted = reads.inboxQuote.characters
  const lines = [
    !wait && asksForDecision(item) && 'Answered already.',
    reported_as !== undefined && !wait && `${capitalised(reasonWords(reported_as))}${said ? ':' : '.'}`,
    said && html`“${oneLine(firstWords(said, quoted - ' …'.length), quoted)}”`,
    !said && place && oneLine(place.title),
    !said && !place && about?.hub && oneLine(about.hub.title),
  ].filter((line) => line !== undefined && line !== false)
  return lines.length > 0 && html`<p>${lines.map((line, n) => html`${n > 0 && ' '}${line}`)}</p>`
}

const replying = ({ kind, about, post_id, dm_id }: InboxLine): Html | undefined => {
  if (kind === 'dm' && dm_id !== undefined) return html`<a class="button plain" href="/dm/${dm_id}">Reply</a>`
  if ((kind !== 'mention' && kind !== 'reply') || !about?.thread || post_id === undefined) return undefined
  return html`<a class="button plain" href="/t/${about.thread.id}?reply=${post_id}">Reply</a>`
}

/** Buttons when a click answers or a few words do, else a link to the card. */
function answering({ wait, seq }: InboxLine, asked: ActsAsked): Html | undefined {
  if (!wait || !asked.me) return undefined
  if (wait.kind === 'result') return reviewed(wait, { ...asked, keyless: true }, seq)
  const quick = quickAnswer(wait)
  if (!quick) return html`<a class="button plain" href="/#${cardId(wait)}">Decide</a>`
  const { name, yes, no, ...acting } = quick
  return actForm(
    asked,
    { ...acting, class: 'acts' },
    html`${button(yes[1], { look: 'plain', name, value: yes[0], does: 'accept' })}${button(no[1], { look: 'plain soft', name, value: no[0], does: 'refuse' })}`,
  )
}
