import { lapsesAt } from '../../../rules/states/dispute_moves.ts'
import { reads, timers } from '../../../rules/limits.ts'
import { spanned } from '../../../rules/units.ts'
import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html, name } from '../../html.ts'
import { asWrittenBy } from '../../link_labels.ts'
import { oneLine } from '../../markdown/md.ts'
import type { ThreadView } from '../../../records/view.ts'
import { actForm, button } from '../form/act.ts'
import { nameOf } from '../names.ts'
import { time } from '../in_words.ts'

/** The notice of a thread that flags a section as wrong: by whom, its source, and the answers of owner and helpers. */
export function flagNotice(view: ThreadView, asked: PageAsked): Html | undefined {
  const { about, dispute, starter, may = [] } = view
  if (!about?.flags_wrong || dispute === 'settled') return undefined
  const what = about.section ? oneLine(about.section.heading) : oneLine(about.pad.title)
  const where = about.section
    ? html`<a href="/p/${about.pad.id}#${about.section.id}">${name(what)}</a> in ${name(oneLine(about.pad.title))}`
    : html`<a href="/p/${about.pad.id}">${name(what)}</a>`
  const source = about.source && oneLine(asWrittenBy(starter, about.source), reads.quotes.source)
  const lapses = dispute === 'open' && new Date(lapsesAt(view.updated.getTime()))
  return html`<div class="notice wrong"><p><b>${nameOf(starter, asked.me)} ${starter.id === asked.me?.id ? 'say' : 'says'} ${where} is wrong.</b>${source !== undefined && html` Source: ${name(source)}${/[.!?]$/.test(source) ? '' : '.'}`}${lapses ? html` ${view.status === 'answered' ? 'An answer is marked. Unless somebody settles it,' : 'Without an answer'} it lapses on ${time(lapses)}.` : ` Nobody answered for ${spanned(timers.disputeLapse)}.`}</p>${
    may.includes('settle_flag') &&
    actForm(
      asked,
      { act: 'ui_settle_flag', fields: { thread_id: view.id }, class: 'acts', what },
      html`${button('It is fixed', { name: 'outcome', value: 'fixed' })}${button('It was right', { name: 'outcome', value: 'not_wrong' })}`,
    )
  }</div>\n`
}
