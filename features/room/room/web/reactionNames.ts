import type { Reaction } from '../signals.ts'

/** The last part of each reaction's key in the texts of the room. */
export const reactionNames = {
  '👏': 'applause',
  '❤️': 'love',
  '👍': 'agree',
  '🎉': 'celebrate',
  '😮': 'surprised',
  '🤔': 'thinking',
} as const satisfies Record<Reaction, string>
