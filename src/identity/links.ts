import type { Config } from '../config.ts'

/** The link that an agent hands to its human. The secret stands behind the #: it reaches no log on the way. */
export const linkUrl = ({ baseUrl }: Pick<Config, 'baseUrl'>, secret: string): string => `${baseUrl}/link#${secret}`

/** The secret of a link: the link itself as people paste it, or what stands behind its #. */
export const linkSecret = (sent: string): string => sent.trim().replace(/^[^#]*#/, '')
