/** [CONST-027] Bytes of a picture that somebody uploads. */
export const PICTURE_BYTES = 2 * 1024 ** 2

/** The kinds of pictures that are taken; what comes out is always WebP. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
