import { type Html, html } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { hubLine } from '../../marks/hub_line.ts'
import { menu } from '../../marks/menu.ts'
import { titleHtml } from '../../marks/titles.ts'
import type { HubLine, HubView } from '../../../records/hub/hub_view.ts'
import type { HubAsked } from './hub_arguments.ts'

export function pads(view: HubView, asked: HubAsked): Html {
  const { slug, may, more_pads, next_cursor } = view
  const found = view.items.filter(({ type }) => type === 'pad')
  return html`<section class="block" aria-labelledby="hp">
<div class="head"><h2 id="hp">Pads</h2>${may.create_pad && html`<a class="small" href="/new?what=pad&amp;hub=${slug}">New pad</a>`}</div>
${listed(found, view, asked, 'No pads here yet.')}${more_pads && html`<p class="small"><a href="/h/${slug}?type=pad">All pads</a></p>\n`}${
  asked.type === 'pad' &&
  next_cursor !== undefined &&
  html`<p class="small"><a rel="next" href="/h/${slug}?type=pad&amp;cursor=${next_cursor}">More pads</a></p>\n`
}</section>
`
}

export function threads(view: HubView, asked: HubAsked): Html {
  const { slug, may, next_cursor } = view
  const { is } = asked
  const found = view.items.filter(({ type }) => type === 'thread')
  return html`<section class="block" aria-labelledby="ht">
<div class="head"><h2 id="ht">Threads</h2>${may.start_thread && html`<a class="small" href="/new?what=thread&amp;hub=${slug}">New thread</a>`}</div>
${(found.length > 0 || is !== undefined) && html`<nav class="tabs" aria-label="Which threads">${tabs.map(({ words, of }) => html`<a href="/h/${slug}${of !== undefined && html`?is=${of}`}#ht"${is === of && html` aria-current="true"`}>${words}</a>`)}</nav>\n`}${listed(found, view, asked, none[is ?? ''] ?? 'No threads here yet.')}${
  next_cursor !== undefined &&
  html`<p class="small"><a rel="next" href="/h/${slug}?type=thread${is !== undefined && html`&amp;is=${is}`}&amp;cursor=${next_cursor}">Older threads</a></p>\n`
}</section>
`
}

const tabs: readonly { readonly words: string; readonly of?: string }[] = [
  { words: 'All' },
  { words: 'Open', of: 'open' },
  { words: 'Answered', of: 'answered' },
  { words: 'Folded', of: 'folded' },
]

const none: Readonly<Record<string, string>> = {
  open: 'No thread is open.',
  answered: 'No thread is answered yet.',
  folded: 'Nothing is folded.',
}

/** Pinned lines first; owner and helpers pin and unpin in place. */
function listed(lines: readonly HubLine[], view: HubView, asked: HubAsked, nothing: string): Html {
  if (lines.length === 0) return html`<p class="soft">${nothing}</p>\n`
  if (!view.may.pin) return html`<ul class="list">\n${lines.map((line) => hubLine(line, asked.me))}</ul>\n`
  return html`${[true, false].map((pinned) => {
    const some = lines.filter((line) => (line.pinned === true) === pinned)
    if (some.length === 0) return undefined
    const words = pinned ? 'Take the pin off' : 'Pin to the top'
    return actForm(
      asked,
      { act: 'ui_pin', fields: { hub: view.slug, pinned: !pinned } },
      html`<ul class="list">\n${some.map((line) =>
        hubLine(
          line,
          asked.me,
          menu(html`${titleHtml(line.title)}: more`, [button(words, { name: 'id', value: line.id })]),
        ),
      )}</ul>\n`,
    )
  })}`
}
