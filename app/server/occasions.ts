import { inviteHearer } from '#features/planning/invite/server/hearer.ts'
import { rehearsalHearer } from '#features/planning/rehearsal/server/hearer.ts'
import { commitmentHearer } from '#features/results/commitment/server/hearer.ts'
import { feedbackHearer } from '#features/results/feedback/server/hearer.ts'
import { reportHearer } from '#features/results/report/server/hearer.ts'
import { deckHearer } from '#features/room/deck/server/hearer.ts'
import { shareHearer } from '#features/room/share/server/hearer.ts'
import { videoHearer } from '#features/room/video/server/hearer.ts'
import { captionHearer } from '#features/talk/caption/server/hearer.ts'
import { chatHearer } from '#features/talk/chat/server/hearer.ts'
import { pollHearer } from '#features/talk/poll/server/hearer.ts'
import { questionHearer } from '#features/talk/question/server/hearer.ts'
import type { Hearer } from '#server/occasions.ts'

/**
 * The words that hear of occasions, in the order in which they do, whatever the occasion: only those whose place matters
 * say why.
 */
export const hearers: readonly Hearer[] = [
  deckHearer,
  // before the chat: a question is renamed by what its message mentioned until now
  questionHearer,
  chatHearer,
  captionHearer,
  pollHearer,
  shareHearer,
  videoHearer,
  inviteHearer,
  commitmentHearer,
  feedbackHearer,
  reportHearer,
  // last: a start ends the pitch's rehearsal under no lock that others take before the pitch's own
  rehearsalHearer,
]
