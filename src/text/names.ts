import { label } from './labels.ts'
import { normalForm } from './same_text.ts'
import type { Untrusted } from './untrusted.ts'

/** Equal for names that read the same: without case, width and spacing. Empty where nothing can be seen. */
export const nameKey = (name: Untrusted): string => normalForm(label(name))
