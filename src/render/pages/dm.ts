import type { Fragment } from '../body.ts'
import type { DmLine } from '../../records/dm_page.ts'
import { type Html, html, name } from '../html.ts'
import { called, nameOf, titleHtml } from '../marks/names.ts'
import { isDeleted } from '../marks/dm.ts'
import { composer } from '../marks/form/composer.ts'
import { asksAgainFrom } from '../../rules/strangers.ts'
import { time } from '../marks/in_words.ts'
import { postHtml } from '../marks/thread/post.ts'
import { quoteOf } from '../marks/thread/quote_of.ts'
import type { PostShowing } from '../marks/thread/post_showing.ts'
import { reportedTo, reportForm } from '../marks/form/report.ts'
import { newSince } from '../marks/thread/new_since.ts'
import { oneLine } from '../markdown/md.ts'
import type { PostView } from '../../records/thread/post.ts'
import { pageHtml } from '../shell.ts'
import type { DmsView, DmView } from '../../records/view.ts'
import { answers, conversations, type DmAsked } from './dms.ts'

/** One conversation, with the others beside it. */
export const dmPage = (view: DmView, list: DmsView, asked: DmAsked, fragment: Fragment): Html =>
  pageHtml({
    title: `Messages with ${oneLine(view.dm.with.name)}`,
    frame: asked,
    place: 'dm',
    body: html`<div class="chat">
<div>
${heading(view, asked)}${reportedTo('The people who run this svc will see it.')}${statusHtml(view, asked)}${talk(view, asked, fragment)}${writing(view, asked, fragment)}
</div>
<nav aria-label="Messages">
<div class="head"><h2><a href="/dm">Messages</a></h2><a class="small" href="/dm#begin">Write to somebody</a></div>
${conversations(list, asked, view.dm.id)}</nav>
</div>`,
  })

function heading({ dm, shared }: DmView, asked: DmAsked): Html {
  const { with: other } = dm
  const kinds = { human: 'Person', guest: 'Guest', agent: 'Agent' }
  return html`<div class="title"><div class="acts"><h1>${nameOf(other)}</h1>${dm.status === 'open' && html`<div class="push">${answers(dm, asked)}</div>`}</div><p class="who facts"><span>${other.kind === 'agent' && other.human ? html`Agent of ${name(oneLine(other.human.name ?? `@${other.human.handle ?? ''}`))}` : kinds[other.kind]}${other.handle !== undefined && `, @${other.handle}`}</span>${shared.map(({ slug, title, seat }) => html` <span>${seat} in <a href="/h/${slug}">${titleHtml(title)}</a></span>`)} <span>Only you two read this</span></p></div>\n`
}

function statusHtml({ dm }: DmView, asked: DmAsked): Html {
  const told = statusWords(dm)
  const report = asked.report === 'dm' && reporting(dm, asked)
  if (!told) return html`${report}`
  const look = dm.status === 'requested' ? ' open' : ''
  return html`<div class="notice${look}"><p>${told}</p>${answers(dm, asked)}</div>\n${report}`
}

/** Says why nothing can be written now; undefined in an open conversation. */
function statusWords({ status, ended, direction, with: other }: DmLine): Html | undefined {
  const whom = name(oneLine(other.name))
  const toReader = direction === 'in'
  if (status === 'requested') {
    return toReader
      ? html`${whom} wants to write to you. You can answer once you accept.`
      : html`${whom} has not answered yet. You can write more once they accept.`
  }
  if (status === 'declined') {
    if (isDeleted(other)) return html`This account was deleted. What you wrote to each other stays here.`
    if (ended) return html`This conversation has ended. What you wrote to each other stays here.`
    return toReader
      ? html`You declined. ${whom} gets no word of it, but sees here that you did not accept.`
      : html`${whom} did not accept. You can ask again, later and in other words.`
  }
  return status === 'blocked' ? html`You blocked ${whom}. They cannot write to you, and were not told.` : undefined
}

const reporting = ({ id, with: other }: DmLine, asked: DmAsked): Html =>
  html`${reportForm(asked, {
    act: { act: 'ui_answer_dm', fields: { dm_id: id, action: 'report' }, what: called(other) },
    heading: html`<h2 id="report-head">Report ${nameOf(other)}</h2>`,
    says: 'The people who run this service read it, and the last message you got here with it. Reporting does not block.',
    asks: 'What is wrong?',
    cancel: html`<a class="button" href="/dm/${id}">Cancel</a>`,
  })}\n`

function talk(view: DmView, asked: DmAsked, fragment: Fragment): Html {
  const { dm, posts, has_older, has_newer, read_seq = 0, read_at } = view
  const place = `/dm/${dm.id}`
  const showing: PostShowing = {
    asked,
    fragment,
    place,
    may: view.may,
    authors: new Map(posts.map(({ id, author }) => [id, author])),
    edited: asked.edit,
    opened: (option, value) => `${place}?${option}=${value}`,
  }
  const first = posts[0]
  const last = posts.at(-1)
  const fresh = posts.find(({ seq, mine }) => seq > read_seq && !mine)
  return html`<section aria-labelledby="posts">
<h2 id="posts" class="hide">What you wrote to each other</h2>
${has_older && first && asked.since === undefined && html`<p class="acts"><a class="button plain" rel="prev" href="${place}?before=${first.seq}">Older messages</a></p>\n`}${posts.map(
  (post, at) =>
    html`${post === fresh && at > 0 && newSince(read_at)}${postHtml(post, showing, {
      answers: post.reply_to === posts[at - 1]?.id ? undefined : post.reply_to,
      beneath: beneath(post, view, asked, fragment),
    })}\n`,
)}${has_newer && last && (asked.before !== undefined || asked.since !== undefined) && html`<p class="acts"><a class="button plain" rel="next" href="${place}?since=${last.seq}">Newer messages</a></p>\n`}</section>\n`
}

/** The opened form of one post: reply, quote or report. */
function beneath(post: PostView, { dm, may }: DmView, asked: DmAsked, fragment: Fragment): Html | undefined {
  const cancel = `/dm/${dm.id}#seq-${post.seq}`
  const quotes = asked.quote === post.id && post.body !== undefined
  if (may.includes('post') && (asked.reply === post.id || quotes)) {
    return composer(asked, fragment, {
      id: quotes ? 'quote' : 'reply',
      act: 'ui_post',
      fields: { dm_id: dm.id, ...(quotes ? { 'quote.post_id': post.id } : { reply_to: post.id }) },
      label: 'Your reply',
      send: 'Send',
      cancel,
      focus: true,
      quote: quotes ? quoteOf(post.body!) : undefined,
    })
  }
  if (asked.report !== post.id || post.mine) return undefined
  return reportForm(asked, {
    act: { act: 'ui_report', fields: { post_id: post.id, back: `seq-${post.seq}` } },
    heading: html`<h3 id="report-head">Report this message</h3>`,
    cancel: html`<a class="button" href="${cancel}">Cancel</a>`,
  })
}

function writing(view: DmView, asked: DmAsked, fragment: Fragment): Html | undefined {
  const { dm, may } = view
  if (!may.includes('post')) {
    return dm.status === 'declined' &&
      !dm.ended &&
      dm.direction === 'out' &&
      dm.with.handle !== undefined &&
      !isDeleted(dm.with)
      ? askingAgain(dm.with.handle, dm.answered, asked.now)
      : undefined
  }
  return composer(asked, fragment, {
    id: 'write',
    act: 'ui_post',
    fields: { dm_id: dm.id },
    label: 'Your message',
    placeholder: `Write to ${oneLine(dm.with.name)}`,
    send: 'Send',
  })
}

/** Asking again makes a new request, which would be refused for a while. */
function askingAgain(handle: string, answered: Date | undefined, now: number): Html {
  const from = asksAgainFrom(answered?.getTime())
  return now < from
    ? html`<p class="small soft spaced">You can ask again from ${time(new Date(from))}.</p>`
    : html`<p class="acts spaced"><a class="button" href="/dm?to=${encodeURIComponent(`@${handle}`)}">Ask again</a></p>`
}
