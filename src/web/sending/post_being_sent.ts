import { newElement } from '../new_element.ts'
import { postsShown } from '../live/posts_shown.ts'

/** Shows a post in plain text as soon as it is sent, until the page draws it. */
interface Sending {
  /** removes it, because the page has drawn the post */
  readonly done: () => void
  /** sending failed: puts the text back into the field, above what was written since */
  back(): void
}

let count = 0

export function drawSending(form: HTMLFormElement): Sending | undefined {
  const field = form.querySelector<HTMLTextAreaElement>('textarea[name=body]')
  if (!field || field.value.trim() === '') return undefined
  const words = field.value
  const post = postOf(words)
  const posts = postsShown()
  if (posts && !posts.contains(form)) posts.append(post)
  else form.before(post)
  field.value = ''
  post.scrollIntoView({ block: 'nearest' })
  return {
    done: () => post.remove(),
    back() {
      post.remove()
      field.value = field.value === '' ? words : `${words}\n\n${field.value}`
    },
  }
}

function postOf(words: string): HTMLElement {
  const mark = document.querySelector('.bar .av')?.cloneNode(true) as Element | undefined
  mark?.classList.remove('s')
  const said = words.trim().split(/\n{2,}/)
  const state = newElement('span', { class: 'state open' }, 'sending')
  return newElement(
    'article',
    { class: 'post sending', id: `sending-post-${++count}`, 'data-own': '' },
    mark ?? '',
    newElement(
      'div',
      {},
      newElement('p', { class: 'who' }, newElement('b', {}, 'You'), ' ', state),
      newElement('div', { class: 'said' }, ...said.map((paragraph) => newElement('p', {}, paragraph))),
    ),
  )
}
