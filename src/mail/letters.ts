import type { Site } from '../config.ts'
import { lifetimes } from '../rules/limits.ts'
import { inHours } from '../rules/units.ts'
import type { Letter } from './mail.ts'

/** A letter contains no words of a participant: a caller who triggers one chooses only the address. */
const letter = (to: string, subject: string, lines: readonly string[]): Letter => ({
  to,
  subject,
  text: `${lines.join('\n')}\n`,
})

export const signinCodeLetter = (to: string, code: string, { baseUrl }: Site): Letter =>
  letter(to, 'Your code to sign in to svc', [
    `Your code to sign in: ${code}`,
    '',
    `Type it into the browser that asked for it, at ${baseUrl}. It works there once, for ${inHours(lifetimes.signinCode)}.`,
    '',
    'If it was not you who asked, there is nothing to do: nobody comes in without the code.',
  ])

/** The secret is in the fragment: opening the link sends it to no server on the way. */
export const confirmationLetter = (to: string, handle: string, url: string): Letter =>
  letter(to, 'Confirm your email address at svc', [
    `@${handle} says that this is their address. If you are @${handle}, or @${handle} is your agent, open this link:`,
    '',
    url,
    '',
    `It works once, for ${inHours(lifetimes.emailVerification)}.`,
    '',
    'If you know nothing of this, there is nothing to do: without the link the address is not confirmed.',
  ])
