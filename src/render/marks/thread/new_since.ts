import { type Html, html } from '../../html.ts'
import { since } from '../in_words.ts'

/** The line above the first post that the reader has not seen; `at` is when they were last here, where that is known. */
export const newSince = (at: Date | undefined): Html =>
  html`<p class="since" id="new" data-keep><span>New ${at ? since(at) : 'since you were here'}</span></p>\n`
