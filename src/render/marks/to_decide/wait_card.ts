import { firstWords } from '../../../text/first_words.ts'
import type { Untrusted } from '../../../text/untrusted.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { decisionWords } from '../../words/decision_words.ts'
import { withLabels } from '../../link_labels.ts'
import { oneLine } from '../../markdown/md.ts'
import type { DecisionWait, FlagWait, SuggestionWait, CountedThread, Wait } from '../../../records/home/to_decide.ts'
import { byName, nameOf, ofWhom, via, avatar, hubLink, titleHtml, titleLink } from '../names.ts'
import { suggestedHtml } from '../change.ts'
import { presentAs } from '../../../records/present.ts'
import { reasonWords } from '../form/reasons.ts'
import { settledWith } from './settled_with.ts'
import { resultLink } from '../task/result_link.ts'
import { time, counted } from '../in_words.ts'
import { answersOf } from './wait_answers.ts'
import { reads, timers } from '../../../rules/limits.ts'
import { spanned } from '../../../rules/units.ts'

/** A question as a card: one sentence, its context, and the answers. */

interface WaitShown extends ActsAsked {
  readonly origin: string
  /** the first card of the queue: its button is filled and its keys are shown */
  readonly now?: boolean
  /** inside a chat, whose keys are the host's */
  readonly keyless?: boolean
}

export function waitCard(wait: Wait, asked: WaitShown, fragment: Fragment): Html {
  const id = cardId(wait)
  const answers = answersOf(wait, asked)
  const more = detailOf(wait, asked, fragment)
  const beside = more === undefined && answers.beside
  return html`<article class="card${asked.now && ' now'}" id="${id}" aria-labelledby="h-${id}">
<div class="top">${wait.by && avatar(wait.by)}<div><h3 id="h-${id}">${questionOf(wait, asked)}</h3>
<p class="who">${wait.by && ofWhom(wait.by, asked.me)}${wait.by && via(wait.by, wait.host, asked.me)}${whereOf(wait)} ${time(wait.at)}</p>${noteOf(wait, asked)}</div>${beside && answers.forms}</div>
${more}${!beside && answers.forms}
</article>
`
}

/** Stable across redraws, since it is made of the record's id. */
export const cardId = (wait: Wait): string => `w-${recordOf(wait)}`

function recordOf(wait: Wait): string {
  switch (wait.kind) {
    case 'suggestion':
      return wait.edit_id
    case 'decision':
      return wait.decision_id
    case 'result':
      return wait.task_id
    case 'join':
      return `${wait.thread?.id ?? wait.hub.id}-${wait.by.id}`
    case 'flag':
      return wait.thread.id
    case 'takeover':
      return wait.hub.id
    case 'report':
      return wait.target.id
    case 'dm_request':
      return wait.dm_id
  }
}

export function questionOf(wait: Wait, { me }: Pick<ActsAsked, 'me'>): Html {
  const who = html`<b>${wait.by ? nameOf(wait.by, me) : 'Somebody'}</b>`
  switch (wait.kind) {
    case 'suggestion':
      return html`${who} suggests a change to ${changedPlace(wait)}`
    case 'decision':
      return html`${who} asks for a decision: <a href="${decisionPath(wait)}">${oneLine(decisionWords(wait).text, reads.quotes.words)}</a>`
    case 'result':
      return html`${who} is done: <a href="/t/${wait.thread.id}#${wait.task_id}">${titleHtml(wait.title)}</a>`
    case 'join':
      return html`${who} asks to join ${wait.thread ? html`<a href="/t/${wait.thread.id}">${titleHtml(wait.thread.title)}</a>` : hubLink(wait.hub)}`
    case 'flag':
      return html`${who} says ${flaggedPlace(wait)} is wrong.${!wait.settles && ' You wrote it.'}`
    case 'takeover':
      return html`${who} wants to take over ${hubLink(wait.hub)}`
    case 'report':
      return html`${who}${wait.reports > 1 && ` and ${wait.reports - 1} more`} reported ${reported(wait, me)}: ${reasonWords(wait.reason)}`
    case 'dm_request':
      return html`${who} wants to <a href="/dm/${wait.dm_id}">write to you</a>`
  }
}

const changedPlace = ({ pad, sections }: SuggestionWait): Html => {
  const [first, ...others] = sections
  if (!first) return html`<a href="/p/${pad.id}">${titleHtml(pad.title)}</a>`
  return html`<a href="/p/${pad.id}#${first.id}">${oneLine(first.heading)}</a>${others.length > 0 && html` and ${others.length} more`}`
}

const flaggedPlace = ({ pad, section }: FlagWait): Html =>
  section
    ? html`<a href="/p/${pad.id}#${section.id}">${oneLine(section.heading)}</a>`
    : html`<a href="/p/${pad.id}">${titleHtml(pad.title)}</a>`

const decisionPath = ({ pad, section, decision_id }: DecisionWait): string =>
  `/p/${pad.id}#${section ? section.id : decision_id}`

function reported({ target }: Extract<Wait, { kind: 'report' }>, me: ActsAsked['me']): Html {
  const whose = target.author ? byName(target.author, me) : html`somebody`
  switch (target.type) {
    case 'post':
      return html`<a href="/t/${target.thread_id ?? ''}/m/${target.id}">a post</a> by ${whose}`
    case 'thread':
      return titled('thread', `/t/${target.id}`, target.title)
    case 'pad':
      return titled('pad', `/p/${target.id}`, target.title)
    case 'task':
      return titled('task', `/t/${target.thread_id ?? ''}#${target.id}`, target.title)
    case 'participant':
      return whose
    case 'dm':
      return html`a message`
  }
}

const titled = (kind: string, path: string, title?: Untrusted): Html =>
  title ? titleLink(path, title) : html`<a href="${path}">a ${kind}</a>`

/** The place, unless the question names it. */
function whereOf(wait: Wait): Html | undefined {
  if (wait.kind === 'suggestion' && wait.sections.length === 0) return inHub(wait)
  if (wait.kind === 'suggestion' || wait.kind === 'decision' || wait.kind === 'flag')
    return html` <span>in <a href="/p/${wait.pad.id}">${titleHtml(wait.pad.title)}</a></span>`
  if (wait.kind === 'result' || wait.kind === 'report' || (wait.kind === 'join' && wait.thread)) return inHub(wait)
  return undefined
}

const inHub = ({ hub }: Wait): Html | undefined => hub && html` <span>in ${hubLink(hub)}</span>`

function noteOf(wait: Wait, { origin }: WaitShown): HtmlInserted {
  const line = (words: HtmlInserted): Html => html`\n<p class="small soft">${words}</p>`
  switch (wait.kind) {
    case 'result':
      return html`${wait.summary && html`\n<p class="small">“${oneLine(firstWords(wait.summary, reads.quotes.reason - ' …'.length), reads.quotes.reason)}”</p>`}${(wait.pad || wait.link) && line(html`${wait.pad && html`<a href="/p/${wait.pad.id}">${titleHtml(wait.pad.title)}</a>`}${wait.link && html` ${resultLink(wait.link, { by: wait.by, origin })}`}`)}`
    case 'join':
    case 'report':
      return html`${wait.kind === 'report' && wait.target.said && html`\n<p class="small">“${oneLine(wait.target.said, reads.quotes.line)}”</p>`}${wait.note && line(html`“${oneLine(wait.note, reads.quotes.words)}”`)}${wait.kind === 'report' && wait.covered && line('It is folded until somebody looks.')}`
    case 'flag':
      return html`\n<p><a href="/t/${wait.thread.id}">${titleHtml(wait.thread.title)}</a></p>${line(
        html`${wait.source && html`Source: ${oneLine(withLabels(wait.source), reads.quotes.line)}. `}${postsLink(wait.thread)}${wait.answered && ', and an answer is marked'}.${wait.unresolved && ` Nobody answered for ${spanned(timers.disputeLapse)}.`}`,
      )}`
    case 'takeover':
      return html`${wait.note && html`\n<p class="small">“${oneLine(wait.note, reads.quotes.words)}”</p>`}${line(
        html`Nobody heard of you for ${spanned(timers.ownerSilence)}. From ${time(wait.takes_effect_at)} it is theirs, unless you keep it.`,
      )}`
    case 'dm_request':
      return wait.said && html`\n<p class="small">“${oneLine(wait.said, reads.quotes.words)}”</p>`
    case 'suggestion':
    case 'decision':
      return undefined
  }
}

/** The body of the card: a change, or the reasons of a decision. */
function detailOf(wait: Wait, { origin }: WaitShown, fragment: Fragment): Html | undefined {
  if (wait.kind === 'decision') {
    const { reason } = decisionWords(wait)
    return html`${reason && html`<p class="small soft">Why: “${oneLine(reason, reads.quotes.reason)}”</p>\n`}`
  }
  if (wait.kind !== 'suggestion') return undefined
  const { changed, changed_cut, title, note, by, goes_in_at, fixes } = wait
  return html`<div class="well">${suggestedHtml(
    presentAs({ key: wait.edit_id, title, changed, cut: changed_cut, labels: by?.reach !== true, origin }),
    fragment,
  )}</div>
${note && html`<p class="small soft">Why: “${oneLine(note, reads.quotes.words)}”</p>\n`}${goes_in_at && html`<p class="small soft">Unanswered it goes in ${time(goes_in_at)}.</p>\n`}${settledWith(fixes)}`
}

const postsLink = ({ id, posts }: CountedThread): Html => html`<a href="/t/${id}">${counted(posts, 'post')}</a>`
