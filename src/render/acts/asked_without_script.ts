import { asksFirst, type ActFields, endingOf } from './acts.ts'

/** What concerns only the page that asks before an act where no script runs: the script holds these acts instead. */

/** Acts that end something, although they do not always ask. */
const ends: readonly string[] = ['ui_delete_post', 'revoke']

/** The button of the question is red, as it was on the page. */
export const endsSomething = (act: string, fields: ActFields): boolean =>
  ends.includes(act) || asksFirst(endingOf(act), fields)

/** Not asked, because the form was filled in deliberately. */
export const isMeant = (act: string, { outcome }: ActFields): boolean =>
  act === 'ui_review_result' && outcome === 'send_back'
