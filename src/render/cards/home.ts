import { type Html, html } from '../html.ts'
import { awayLine } from '../marks/home/away_line.ts'
import { capitalised, counted, numberWords } from '../marks/in_words.ts'
import { titleHtml } from '../marks/names.ts'
import { state } from '../marks/state.ts'
import { unreadWords } from '../marks/unread_words.ts'
import { waitCard } from '../marks/to_decide/wait_card.ts'
import type { HomeView } from '../../records/home/home_view.ts'
import { type Card, type CardAsked, aside, cardFrame, openInBrowser } from './frame.ts'
import { tasksToMove } from './tasks.ts'

const decided = 3
const told = 4
const listed = 5

/** The waiting questions, answerable in place; with none, recent events and the hubs. */
export const homeCard: Card<HomeView> = (view, asked, fragment) => {
  const { waits, waits_count, to_do = [] } = view
  const shown = waits.slice(0, decided)
  const more = waits_count - shown.length
  return cardFrame(
    waits_count === 0 ? 'Nothing waits for you' : `${counted(waits_count, 'thing waits', 'things wait')} for you`,
    aside('svc'),
    waits_count === 0
      ? html`${to_do.length > 0 && html`<div class="card">${tasksToMove(to_do.slice(0, decided), asked, fragment)}</div>\n`}${quiet(view, asked)}`
      : html`${shown.map((wait, at) => waitCard(wait, { ...asked, now: at === 0, keyless: true }, fragment))}${more > 0 && html`<p class="acts spaced">${openInBrowser('/', `${capitalised(numberWords(more, 'other'))} in the browser`)}</p>`}`,
  )
}

const quiet = ({ away, hubs }: HomeView, asked: CardAsked): Html =>
  html`<div class="card">${away.length > 0 && html`<ul class="list">${away.slice(0, told).map((line) => awayLine(line, asked))}</ul>`}<ul class="list tight">${hubs.slice(0, listed).map(({ slug, title, unread_threads }) => html`<li><span class="grow"><a href="/h/${slug}">${titleHtml(title)}</a></span>${unread_threads > 0 && state('live', unreadWords(unread_threads))}</li>`)}</ul><p class="acts">${openInBrowser('/')}</p></div>`
