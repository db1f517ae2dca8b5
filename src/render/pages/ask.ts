import type { ActForm } from '../acts/act_fields.ts'
import { endsSomething, wayBack } from '../acts/asked_without_script.ts'
import type { Frame } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { lead, pageTitle } from '../marks/layout.ts'
import { button } from '../marks/form/act.ts'
import { unsavedWords } from '../marks/form/unsaved_words.ts'
import { pageHtml } from '../shell.ts'

/**
 * The confirmation of an act that cannot be undone, for browsers without the script: one question, two buttons. On "no"
 * the form's text is sent back, so that it is not lost.
 */
export const askPage = (frame: Frame, question: string, { act, fields }: ActForm, page: string): Html =>
  pageHtml({
    title: question,
    frame,
    body: html`${pageTitle(question, lead(wayBack(act, fields) ?? 'There is no Undo for this.'))}<form class="acts" method="post"><input type="hidden" name="act" value="${act}">${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}${button('Yes', { look: endsSomething(act, fields) ? 'risky' : 'go', name: 'sure', value: '1' })}${unsavedWords(fields) ? html`<button name="no" value="1">No, go back</button>` : html`<a class="button" href="${page}">No, go back</a>`}</form>`,
  })
