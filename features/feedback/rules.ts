/** [STATE-052, STATE-053, STATE-054] What an attendee may think of a pitch. */
export const feedbackChoices = ['dislike', 'unsure', 'invest'] as const
export type FeedbackChoice = (typeof feedbackChoices)[number]
