/** Control characters but newline and tab, and everything else that a reader does not see but that changes what is seen. */
const invisible = /[^\P{Cc}\n\t]|[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/** Whether anything is left to see. */
export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === ''
