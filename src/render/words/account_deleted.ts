/** What whoever deleted their account reads on the page after it. */
export const accountDeleted = 'Your account is deleted. What you wrote stays, by “a deleted account”.'
