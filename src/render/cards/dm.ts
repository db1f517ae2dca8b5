import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { actForm, button, submittedOr, refusedHere } from '../marks/form/act.ts'
import { nameOf, whoWords, avatar } from '../marks/names.ts'
import { answerButtons, standingWords } from '../marks/dm.ts'
import { state } from '../marks/state.ts'
import { time } from '../marks/in_words.ts'
import { oneLine } from '../markdown/md.ts'
import type { DmsView, DmView } from '../../records/view.ts'
import { type Card, type CardAsked, aside, cardFrame, openInBrowser, quotedHtml } from './frame.ts'

const newest = 5
const listed = 8

export const dmCard: Card<DmView | DmsView> = (view, asked, fragment) =>
  'dm' in view ? conversation(view, asked, fragment) : list(view, asked)

function conversation(view: DmView, asked: CardAsked, fragment: Fragment): Html {
  const { dm, posts, has_older } = view
  return cardFrame(
    html`${nameOf(dm.with)}`,
    standingWords(dm) ?? aside('message'),
    html`<div>${posts.slice(-newest).map(
      (
        post,
      ) => html`<article class="post">${avatar(post.author)}<p class="who">${whoWords(post.author, asked.me)} ${time(post.created)}</p>${post.body === undefined ? html`<p class="soft">(deleted)</p>` : quotedHtml(fragment, { key: `${post.id}:${post.edits}`, text: post.body, reach: post.author.reach, most: 700 })}</article>
`,
    )}</div>
${answering(view, asked)}<p class="acts">${(has_older || posts.length > newest) && openInBrowser(`/dm/${dm.id}`, 'All messages in the browser')}</p>`,
  )
}

/** A request gets two answers, an open conversation a text field. */
function answering({ dm, may }: DmView, asked: CardAsked): Html | undefined {
  if (!asked.me) return undefined
  const dm_id = dm.id
  const buttons = answerButtons(dm)
  if (buttons.length > 0)
    return actForm(
      asked,
      { act: 'ui_answer_dm', fields: { dm_id }, class: 'acts spaced', what: oneLine(dm.with.name) },
      html`${buttons}`,
    )
  if (!may.includes('post')) return undefined
  const posting = { act: 'ui_post', fields: { dm_id }, class: 'composer' }
  return actForm(
    asked,
    posting,
    html`<label class="hide" for="body">Your message</label><textarea id="body" name="body" placeholder="Write to ${oneLine(dm.with.name)}" required>${submittedOr(refusedHere(asked, posting.act, posting.fields), 'body')}</textarea><p class="acts">${button('Send', { look: 'go' })}</p>`,
  )
}

const list = ({ dms }: DmsView, asked: CardAsked): Html =>
  cardFrame(
    'Messages',
    aside('svc'),
    html`<div class="card"><ul class="list tight">${dms.slice(0, listed).map((dm) => html`<li>${avatar(dm.with, 's')}<span class="grow"><a href="/dm/${dm.id}">${nameOf(dm.with, asked.me)}</a></span>${standingWords(dm) ?? (dm.unread > 0 && state('open', `${dm.unread} new`))}</li>`)}</ul>${dms.length === 0 && html`<p>No messages.</p>`}<p class="acts">${openInBrowser('/dm')}</p></div>`,
  )
