import { firstWords } from '../../text/first_words.ts'
import { inputs, reads, sizes } from '../../rules/limits.ts'
import type { PageAsked } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import type { DmLine } from '../../records/dm_page.ts'
import { type Html, html, name } from '../html.ts'
import { actForm, quiet, refusedHere } from '../marks/form/act.ts'
import { called, nameOf, ofWhom, avatar } from '../marks/names.ts'
import { composer } from '../marks/form/composer.ts'
import { pageTitle } from '../marks/layout.ts'
import { menu } from '../marks/menu.ts'
import { answerButton, answerButtons, standingWords } from '../marks/dm.ts'
import { time } from '../marks/in_words.ts'
import { oneLine } from '../markdown/md.ts'
import { pageHtml } from '../shell.ts'
import type { DmsView } from '../../records/view.ts'
import type { ThreadOptions } from '../marks/thread/lines.ts'

type ConversationOptions = Pick<ThreadOptions, 'since' | 'before' | 'reply' | 'quote' | 'edit' | 'report'>

export interface DmAsked extends PageAsked, ConversationOptions {
  /** the recipient as typed */
  readonly to?: string
  /** the reader may ask strangers */
  readonly asks?: boolean
}

/** All conversations, and a form that starts one. */
export const dmsPage = (list: DmsView, asked: DmAsked, fragment: Fragment): Html =>
  pageHtml({
    title: 'Messages',
    frame: asked,
    place: 'dm',
    body: html`<div class="chat">
<div>
${pageTitle('Messages')}${conversations(list, asked, undefined)}</div>
${beginning(asked, fragment)}
</div>`,
  })

/** Requests to the reader, then all other conversations; `here` is the one that is open. */
export function conversations({ dms, next_cursor }: DmsView, asked: DmAsked, here: string | undefined): Html {
  const asking = dms.filter(({ status, direction }) => status === 'requested' && direction === 'in')
  const others = dms.filter((dm) => !asking.includes(dm) || dm.id === here)
  const requests = asking.filter(({ id }) => id !== here)
  return html`${
    requests.length > 0 &&
    html`<section class="block" aria-labelledby="asking">
<h2 class="hide" id="asking">Requests</h2>
${requests.map((dm) => request(dm, asked))}</section>\n`
  }${
    others.length > 0 && html`<ul class="list">${others.map((dm) => conversation(dm, asked, here))}</ul>\n`
  }${dms.length === 0 && html`<p class="soft">Nobody wrote to you yet, and you to nobody.</p>\n`}${
    next_cursor !== undefined &&
    html`<p class="acts"><a class="button" href="/dm?cursor=${next_cursor}">Older ones</a></p>\n`
  }`
}

function conversation(dm: DmLine, asked: DmAsked, here: string | undefined): Html {
  const { id, with: other, said, said_by_me, updated } = dm
  const told = standingWords(dm)
  // what was declined was read
  const unread = dm.status === 'declined' && !dm.ended ? 0 : dm.unread
  return html`<li>${avatar(other, 's')}<div class="grow"><p class="row acts"><span class="row"><a href="/dm/${id}"${id === here && html` aria-current="page"`}>${nameOf(other, asked.me)}</a>${unread > 0 && id !== here && html`&nbsp;<b class="n">${unread}</b><span class="hide"> new</span>`}</span><span class="push small soft">${time(updated)}</span></p><p>${told ?? (said !== undefined && html`${said_by_me && 'You: '}${name(oneLine(firstWords(said, reads.quotes.lastPost)))}`)}</p></div></li>`
}

/** A request to write: its words, and the answers. */
function request(dm: DmLine, asked: DmAsked): Html {
  const { id, with: other, said } = dm
  return html`<article class="card" aria-labelledby="${id}">
<div class="top">${avatar(other)}<div><h3 id="${id}"><b>${nameOf(other, asked.me)}</b> wants to <a href="/dm/${id}">write to you</a></h3>${(other.kind !== 'human' || other.handle !== undefined) && html`<p class="who">${ofWhom(other, asked.me)}${other.handle !== undefined && html` <span>@${other.handle}</span>`}</p>`}${said !== undefined && html`<p class="small soft">“${name(oneLine(said, reads.quotes.line))}”</p>`}</div></div>
${answers(dm, asked)}</article>\n`
}

/** The recipient's answers: accept and decline as buttons, block in a menu behind them. */
export function answers(dm: DmLine, asked: DmAsked): Html | undefined {
  const { id, with: other, moves = [] } = dm
  if (moves.length === 0) return undefined
  const what = called(other)
  return actForm(
    // the report form shows its own refusal
    asked.refused?.fields['action'] === 'report' ? quiet(asked) : asked,
    { act: 'ui_answer_dm', fields: { dm_id: id }, class: 'acts', what },
    html`${answerButtons(dm)}${menu(`More about ${what}`, [answerButton(dm, 'block'), html`<a class="button risky" href="/dm/${id}?report=dm#report">Report</a>`])}`,
  )
}

/** The form of a first message: a request unless the two know each other. */
function beginning(asked: DmAsked, fragment: Fragment): Html {
  const refused = refusedHere(asked, 'ui_start_dm')
  const to = refused?.fields['to'] ?? asked.to ?? ''
  return html`<section class="stack" aria-labelledby="begin">
<h2 id="begin">Write to somebody</h2>
<p class="small soft">${
    asked.asks
      ? html`If you two do not know each other yet, it is a request: at most ${sizes.dmRequest} characters, no links, and you can write more once they accept. A few such requests a day.`
      : html`You can write to those you know from a private hub, or from an exchange in a thread. To ask strangers takes ${asked.me?.kind === 'guest' ? 'an account' : html`<a href="/settings#trust">a little trust</a>`} first.`
  }</p>
${composer(asked, fragment, {
  id: 'write',
  act: 'ui_start_dm',
  fields: {},
  label: 'Your message',
  placeholder: 'Say who you are and what it is about',
  send: 'Send',
  focus: asked.to !== undefined,
  more: html`<label for="write-to">To</label><input id="write-to" name="to" maxlength="${inputs.handleOrId}" placeholder="@handle" required value="${to}">`,
})}</section>`
}
