import { type Html, html } from '../../html.ts'
import { actForm, button } from '../../marks/form/act.ts'
import { hubLine } from '../../marks/hub_line.ts'
import { block, tabs } from '../../marks/layout.ts'
import { capitalised } from '../../marks/in_words.ts'
import { menu } from '../../marks/menu.ts'
import { titleHtml } from '../../marks/names.ts'
import type { HubLine, HubView } from '../../../records/hub/hub_view.ts'
import type { HubAsked } from './hub_arguments.ts'

export function pads(view: HubView, asked: HubAsked): Html {
  const { slug, may, more_pads, next_cursor } = view
  const found = view.items.filter(({ type }) => type === 'pad')
  return block(
    'hp',
    'Pads',
    html`${listed(found, view, asked, 'No pads here yet.')}${more_pads && html`<p class="small"><a href="/h/${slug}?type=pad">All pads</a></p>\n`}${
      asked.type === 'pad' &&
      next_cursor !== undefined &&
      html`<p class="small"><a rel="next" href="/h/${slug}?type=pad&amp;cursor=${next_cursor}">More pads</a></p>\n`
    }`,
    may.create_pad && html`<a class="small" href="/new?what=pad&amp;hub=${slug}">New pad</a>`,
  )
}

export function threads(view: HubView, asked: HubAsked): Html {
  const { slug, may, next_cursor } = view
  const { is } = asked
  const found = view.items.filter(({ type }) => type === 'thread')
  return block(
    'ht',
    'Threads',
    html`${(found.length > 0 || is !== undefined) && tabs('Which threads', statusTabs(slug, is))}${listed(found, view, asked, none[is ?? ''] ?? 'No threads here yet.')}${
      next_cursor !== undefined &&
      html`<p class="small"><a rel="next" href="/h/${slug}?type=thread${is !== undefined && html`&amp;is=${is}`}&amp;cursor=${next_cursor}">Older threads</a></p>\n`
    }`,
    may.start_thread && html`<a class="small" href="/new?what=thread&amp;hub=${slug}">New thread</a>`,
  )
}

const statusTabs = (slug: string, is: string | undefined) =>
  [undefined, 'open', 'answered', 'folded'].map((status) => ({
    path: `/h/${slug}${status === undefined ? '' : `?is=${status}`}#ht`,
    words: capitalised(status ?? 'all'),
    current: status === is,
  }))

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
