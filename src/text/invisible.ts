import { type Untrusted, words } from './untrusted.ts'

/** Control characters except newline and tab, default-ignorable code points and interlinear annotations. */
const invisible = /[^\P{Cc}\n\t]|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === ''

export const saysSomething = (said: Untrusted | undefined): boolean => said !== undefined && !isBlank(words(said))
