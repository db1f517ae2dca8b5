import type { ActForm } from '../acts/act_fields.ts'
import type { Frame } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { unsavedWords } from '../marks/form/unsaved_words.ts'
import { pageHtml } from '../shell.ts'

/**
 * The confirmation of an act that cannot be undone, for browsers without the script: one question, two buttons. Words that
 * were typed go back with whoever says no.
 */
export const askPage = (frame: Frame, question: string, { act, fields }: ActForm, page: string): Html =>
  pageHtml({
    title: question,
    frame,
    body: html`<div class="title">
<h1>${question}</h1>
<p class="soft">There is no Undo for this.</p>
</div>
<form class="acts" method="post"><input type="hidden" name="act" value="${act}">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="go" name="sure" value="1">Yes</button>${unsavedWords(fields) ? html`<button name="no" value="1">No, go back</button>` : html`<a class="button" href="${page}">No, go back</a>`}</form>`,
  })
