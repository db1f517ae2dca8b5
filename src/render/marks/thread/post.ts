import { handlesNamedIn } from '../../../text/names/mentions.ts'
import { unlessEmpty } from '../../../records/present.ts'
import { characters } from '../../../text/characters.ts'
import { words } from '../../../text/untrusted.ts'
import { type Html, html, type HtmlInserted, markup } from '../../html.ts'
import type { PostView } from '../../../records/thread/post.ts'
import { byName, nameOf, ofWhom, via, whoWords, avatar } from '../names.ts'
import { madeFromItHtml } from './ground.ts'
import { composer } from '../form/composer.ts'
import { answerMark, mayAnswer, postMenu, showAgain } from './post_menu.ts'
import type { PostShowing } from './post_showing.ts'
import { reactionsHtml } from './reactions.ts'
import { reasonWords } from '../form/reasons.ts'
import { time } from '../in_words.ts'

interface PostShape {
  /** the post that it answers, unless it directly follows that post */
  readonly answers?: string | undefined
  /** forms opened below it */
  readonly beneath?: HtmlInserted
}

export function postHtml(post: PostView, showing: PostShowing, { answers, beneath }: PostShape = {}): Html {
  const { seq, answer, folded } = post
  const body = html`${avatar(post.author)}${answer && answerLine(showing)}
${byLine(post, showing, answers)}
${postBody(post, showing)}${madeFromItHtml(post.led)}${after(post, showing)}
`
  if (folded === undefined)
    return html`<article class="${answer ? 'post answer' : 'post'}" id="seq-${seq}">${body}</article>${beneath}`
  return html`<details class="fold" id="seq-${seq}"><summary>A post by ${nameOf(post.author)} was folded: ${reasonWords(folded)}</summary><article class="post">${body}</article></details>${beneath}`
}

/** "The answer", with the participant who marked it when known. */
const answerLine = ({ marker, asked }: PostShowing): Html =>
  html`<p class="state good"><span>The answer${marker && html`, marked by ${byName(marker, asked.me)}${ofWhom(marker, asked.me)}`}</span></p>`

function byLine(post: PostView, { asked, place, authors }: PostShowing, answers: string | undefined): Html {
  const { author, host } = post
  const parent = answers === undefined ? undefined : authors.get(answers)
  return html`<p class="who">${whoWords(author, asked.me)}${via(author, host, asked.me)} <a href="${addressOf(place, post)}">${time(post.created)}</a>${
    answers !== undefined &&
    html` ${linked(place, answers, parent ? html`to ${byName(parent, asked.me)}` : html`in reply`)}`
  }${post.edits > 0 && html` <span>edited</span>`}</p>`
}

/** A post of a thread has its own page; a post of a DM has an anchor. */
const addressOf = (place: string, { id, seq }: PostView): string =>
  hasPages(place) ? `${place}/m/${id}` : `#seq-${seq}`

const hasPages = (place: string): boolean => place.startsWith('/t/')

const linked = (place: string, post: string, words: Html): Html =>
  hasPages(place) ? html`<a href="${place}/m/${post}">${words}</a>` : html`<span>${words}</span>`

function postBody(post: PostView, showing: PostShowing): Html {
  const { asked, fragment, place, most, edited, may, authors, nobody = [] } = showing
  if (post.deleted) return html`<p class="said soft">Deleted by its author.</p>`
  if (post.body === undefined) return html`<p class="said soft">Hidden by the people who look after this place.</p>`
  if (edited === post.id && post.mine && may?.includes('edit_post')) {
    return html`<div class="said">${composer(asked, fragment, {
      id: 'edit',
      act: 'ui_edit_post',
      fields: { post_id: post.id, back: `seq-${post.seq}` },
      label: 'Your post',
      text: post.body,
      send: 'Save',
      cancel: `${place}#seq-${post.seq}`,
      focus: true,
    })}</div>`
  }
  const shown = (part: 'body' | 'quote', text: NonNullable<PostView['body']>): Html => {
    const unheard = nobody.length > 0 ? handlesNamedIn(text).filter((handle) => nobody.includes(handle)) : []
    return markup(
      fragment({
        key: `${post.id}:${post.edits}:${part}`,
        text,
        as: 'html',
        labels: !post.author.reach,
        origin: asked.origin,
        top: 3,
        most: part === 'body' ? most : undefined,
        nobody: unlessEmpty(unheard),
      }),
    )
  }
  const { quote } = post
  const quoted = quote && authors.get(quote.of)
  const size = most === undefined ? 0 : characters(words(post.body))
  return html`<div class="said">${
    quote &&
    html`<blockquote>${shown('quote', quote.text)}<p class="small">${linked(place, quote.of, quoted ? nameOf(quoted, asked.me) : html`the post`)}</p></blockquote>\n`
  }${shown('body', post.body)}${
    most !== undefined && size > most && html`<p><a href="${place}/m/${post.id}">Read the whole post</a></p>`
  }</div>`
}

function after(post: PostView, showing: PostShowing): Html | false | undefined {
  const { asked, may, opened } = showing
  if (post.deleted) return undefined
  if (post.body === undefined) return may?.includes('hide') && html`<div class="after">${showAgain(post, asked)}</div>`
  const reactions = reactionsHtml(post, asked, may?.includes('react') === true)
  const reply =
    may?.includes('post') && html`<a class="button plain soft" href="${opened('reply', post.id)}#reply">Reply</a>`
  const mark = mayAnswer(post, showing) && answerMark(post, showing, { look: 'plain soft' })
  const menu = may && postMenu(post, showing)
  return reactions || reply || menu ? html`<div class="after">${reactions}${reply}${menu}${mark}</div>` : undefined
}
