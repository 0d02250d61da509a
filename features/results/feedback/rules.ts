/** [STATE-052, STATE-053, STATE-054] What an attendee may think of a pitch. */
export const feedbackChoices = ['dislike', 'unsure', 'invest'] as const
export type FeedbackChoice = (typeof feedbackChoices)[number]

/** [CONST-051] How the session itself went, from worst to best. */
export const sessionRatings = ['veryBad', 'bad', 'general', 'good', 'veryGood'] as const
export type SessionRating = (typeof sessionRatings)[number]
