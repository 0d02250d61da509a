import { z } from 'zod'
import { call, callers } from '#contract/declare.ts'
import { text, upload } from '#contract/fields.ts'
import { Caption } from './events.ts'
import { CAPTION_LENGTH, captionLanguages, LONGEST_SAID, MOST_CLIP_BYTES } from './rules.ts'

const CaptionLanguage = z.enum(captionLanguages)

/**
 * Who recognises what is said: the browsers of those who speak, or this console. `down`: it would be this console, and it
 * cannot now.
 */
const Speech = z.enum(['browser', 'server', 'down'])

/** How captions are made in a pitch. */
const CaptionSettings = z.object({
  speech: Speech,
  /** Who gets the sound where this console recognises it. */
  provider: z.string().nullable(),
  /** A provider is set, but this console's machine cannot hear the stage: /healthz says why. */
  deaf: z.boolean(),
  /** All that is said is kept as captions, also while nobody reads them. Only where this console recognises it. */
  keeps: z.boolean(),
  /** Of the caller: the language that they speak, and whether this console recognises what they say. */
  spoken: CaptionLanguage,
  recognised: z.boolean(),
})

/** Whether captions are translated; `down`: the provider does not answer. */
const Translation = z.enum(['on', 'off', 'down'])

export const captionCalls = {
  /**
   * [PROD-018] What the caller, who speaks in a live pitch, is saying. Not `final`: it goes on, and is shown to whoever
   * is there. Sending a final one again corrects it; the same text again does nothing.
   */
  sendCaption: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      id: z.uuid(),
      text: text(CAPTION_LENGTH).pipe(z.string().min(1, { error: 'required' })),
      language: CaptionLanguage,
      final: z.boolean(),
      /** How long ago the saying of it began, in milliseconds. */
      spoken_ms: z.number().int().min(0).max(LONGEST_SAID).default(0),
    }),
    output: z.object({ id: z.uuid(), final: z.boolean() }),
    errors: ['PitchNotFound', 'NoPermission', 'RemovedFromRoom', 'RoomNotOpen', 'CaptionedByServer'],
  }),
  /**
   * CALL-054: what was said before the caption named, the last ones without it, oldest first. While the pitch is live
   * for whoever may be in its room, otherwise for those who manage it.
   */
  sgGetPitchCaptionsData: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    answer: 'results',
    input: z.object({
      pitch_uuid: z.uuid(),
      before: z.number().int().positive().optional(),
      limit: z.number().int().min(1).max(200).default(50),
      /** Adds the translations into this language that exist. */
      language: CaptionLanguage.optional(),
    }),
    output: z.object({
      items: z.array(Caption.extend({ seq: z.number().int(), translation: z.string().nullable() })),
      more: z.boolean(),
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** [CALL-055, I18N-006] The languages of a pitch's captions: those that are offered, spoken, and translated into. */
  sgGetPitchCaptionL: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    input: z.object({ pitch_uuid: z.uuid() }),
    output: z.object({
      languages: z.array(CaptionLanguage),
      spoken: z.array(CaptionLanguage),
      translated: z.array(CaptionLanguage),
      translation: Translation,
    }),
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /**
   * [PROD-019] The caller reads the captions of a pitch in this language; none: as they were spoken. What is said from
   * now on is translated into it while they are in the room, and comes as the signal `captionTranslated`. Not `reading`:
   * they read captions no longer.
   */
  setCaptionLanguage: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: z.object({
      pitch_uuid: z.uuid(),
      language: CaptionLanguage.optional(),
      reading: z.boolean().default(true),
      /** Which of the caller's windows it is about: each reads in a language of its own. */
      window: z.uuid().default('00000000-0000-0000-0000-000000000000'),
    }),
    output: z.object({
      language: CaptionLanguage.nullable(),
      translation: Translation,
      speech: Speech,
      /** Names that stay as said, for a browser that translates by itself. */
      names: z.array(z.string()),
    }),
    errors: ['PitchNotFound'],
  }),
  /** How captions are made in a pitch, and of the caller. */
  getPitchCaptionSettings: call({
    who: callers.everyone,
    whileImpersonating: false,
    reads: true,
    input: z.object({ pitch_uuid: z.uuid() }),
    output: CaptionSettings,
    errors: ['PitchNotFound'],
  }),
  /** Changes what is given. Whether all is kept is for those who manage the pitch, the rest is everybody's own. */
  updatePitchCaptionSettings: call({
    who: callers.everyone,
    whileImpersonating: false,
    input: CaptionSettings.pick({ keeps: true, spoken: true, recognised: true })
      .partial()
      .extend({ pitch_uuid: z.uuid() }),
    output: CaptionSettings,
    errors: ['PitchNotFound', 'NoPermission'],
  }),
  /** CALL-215: by whatever provider is set. Amounts, names and tickers stay as they are. */
  googleTranslation: call({
    who: callers.everyone,
    reads: true,
    input: z.object({ text: text(2000).pipe(z.string().min(1, { error: 'required' })), target: CaptionLanguage }),
    output: z.object({ text: z.string(), target: CaptionLanguage }),
    errors: ['TranslationOff', 'TranslationDown'],
  }),
  /**
   * The words of what somebody has recorded, at most a minute of it, by the provider that recognises speech: for voice in
   * the chat, where a browser recognises none itself. Nothing is kept.
   */
  transcribeSpeech: call({
    who: callers.everyone,
    body: 'multipart',
    maxFileBytes: MOST_CLIP_BYTES,
    whileImpersonating: false,
    reads: true,
    input: z.object({
      audio: upload('audio/webm,audio/ogg,audio/mp4,audio/wav'),
      language: CaptionLanguage.optional(),
    }),
    output: z.object({ text: z.string() }),
    errors: ['SpeechOff', 'SpeechDown', 'ClipTypeNotAllowed', 'ClipTooLong', 'ClipTooLarge'],
  }),
  /** The captions of a pitch as WebVTT, for those who manage it: as spoken, or those that were translated. */
  exportPitchCaptions: call({
    who: callers.people,
    reads: true,
    input: z.object({ uuid: z.uuid(), language: CaptionLanguage.optional() }),
    output: z.object({ filename: z.string(), vtt: z.string() }),
    errors: ['PitchNotFound'],
  }),
}
