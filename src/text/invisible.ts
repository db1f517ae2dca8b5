/** Control characters but newline and tab, and everything else that a reader does not see but that changes what is seen. */
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu

export const withoutInvisible = (text: string): string => text.replace(invisible, '')

/** Whether anything is left to see. */
export const isBlank = (text: string): boolean => withoutInvisible(text).trim() === ''
