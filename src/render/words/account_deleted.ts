/** The message after an account was deleted. */
export const accountDeleted = 'Your account is deleted. What you wrote stays, by “a deleted account”.'
