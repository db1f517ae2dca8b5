import type { Site } from '../../config.ts'

/** The link that an agent gives to its human. The secret is in the fragment, so no log on the way contains it. */
export const linkUrl = ({ baseUrl }: Site, secret: string): string => `${baseUrl}/link#${secret}`

/** Returns the secret of a pasted link of any kind, or of its fragment alone. */
export const linkSecret = (sent: string): string => sent.trim().replace(/^[^#]*#/, '')
