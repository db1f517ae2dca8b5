import type { PageAsked } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { inboxLine } from '../marks/home/inbox_line.ts'
import { lead, pageTitle, tabs, twoColumns } from '../marks/layout.ts'
import { seenButton, seqsOf } from '../marks/form/seen_button.ts'
import { pageHtml } from '../shell.ts'
import type { InboxLine, InboxCounts, InboxView } from '../../records/home/inbox_view.ts'
import { inbox } from '../../rules/limits.ts'
import { days, hours, spanned } from '../../rules/units.ts'

export const inboxTabs = ['direct', 'work', 'room', 'account', 'seen'] as const
export type InboxTab = (typeof inboxTabs)[number]

interface InboxAsked extends PageAsked {
  readonly show?: InboxTab
}

/** All inbox items of the reader by age, newest first. */
export function inboxPage(view: InboxView, asked: InboxAsked): Html {
  const { show } = asked
  const last = view.items.at(-1)
  return pageHtml({
    title: 'Inbox',
    frame: asked,
    place: 'inbox',
    body: twoColumns(
      html`${pageTitle('Inbox', lead(html`Everything that was sent to you, newest first. What needs a decision is on <a href="/">Home</a> too.`))}${tabs('Which items', inboxTabsOf(view.inbox, show))}${view.items.length === 0 && html`<p class="soft">${show === 'seen' ? `What you have seen stays here for ${spanned(inbox.ackedKept)}.` : 'Nothing new.'}</p>\n`}${byAge(view.items, asked.now).map(([title, items], at) => oneAge(title, items, at, asked))}${
        view.more &&
        last &&
        html`<p class="spaced"><a rel="next" class="button" href="/inbox?${show !== undefined && html`show=${show}&amp;`}before=${Math.min(...seqsOf(last))}">Older</a></p>\n`
      }`,
      keys,
    ),
  })
}

const tabWords: Readonly<Record<InboxTab, string>> = {
  direct: 'To you',
  work: 'Work',
  room: 'Hubs',
  account: 'Your account',
  seen: 'Seen',
}

const inboxTabsOf = (counts: InboxCounts, show: InboxTab | undefined) => [
  { path: '/inbox', words: html`New${numbered(counts.unacked, true)}`, current: show === undefined },
  ...inboxTabs.map((tab) => ({
    path: `/inbox?show=${tab}`,
    words: html`${tabWords[tab]}${tab !== 'seen' && show !== undefined && numbered(counts[tab])}`,
    current: show === tab,
  })),
]

/** `falls`: the page script subtracts answers that are held for undo. */
const numbered = (count: number, falls = false): Html | false =>
  count > 0 && html` <b class="n"${falls && html` data-waits="${count}"`}>${count}</b>`

/** "Seen all" leaves out the items that wait for a decision. */
function oneAge(title: string, items: readonly InboxLine[], at: number, asked: InboxAsked): Html {
  const seen = asked.show === 'seen'
  const told = seen ? [] : items.filter(({ wait }) => wait === undefined).flatMap(seqsOf)
  return html`<section aria-labelledby="d${at}">
<div class="head spaced"><h2 class="over" id="d${at}">${title}</h2>${seenButton(told, asked, 'Seen all')}</div>
<ul class="list">
${items.map((item) => inboxLine(item, asked, { seen }))}</ul>
</section>
`
}

/** Grouped by age and not by day, because the page does not know the reader's time zone. */
const ages = [
  { title: 'The last 24 hours', below: hours(24) },
  { title: 'The last 7 days', below: days(7) },
  { title: 'Earlier', below: Infinity },
]

function byAge(items: readonly InboxLine[], now: number): readonly (readonly [string, readonly InboxLine[]])[] {
  const titleOf = ({ at }: InboxLine): string => ages.find(({ below }) => now - at.getTime() < below)!.title
  return ages
    .map(({ title }) => [title, items.filter((item) => titleOf(item) === title)] as const)
    .filter(([, some]) => some.length > 0)
}

const keys = html`<aside class="side keys" aria-label="Keys">
<section aria-labelledby="keys"><h2 id="keys">Keys</h2>
<ul class="list tight"><li><span class="grow">Next, back</span><span><kbd>J</kbd> <kbd>K</kbd></span></li><li><span class="grow">Open</span><kbd>↵</kbd></li><li><span class="grow">Accept, turn down</span><span><kbd>A</kbd> <kbd>D</kbd></span></li><li><span class="grow">Seen</span><kbd>S</kbd></li><li><span class="grow">Undo</span><kbd>Z</kbd></li></ul>
<p class="small"><a href="/settings#keys">Switch keys off</a></p></section>
</aside>`
