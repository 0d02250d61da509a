/** Where browsers find what puts a background behind somebody, on our own server. */

/** The folder of MediaPipe's WebAssembly, among what is built; its version is that of the package. */
export const visionFolder = '/assets/vision-0.10.14'
/** The model that tells people from their rooms. */
export const modelAddress = '/background/selfie_segmenter.tflite'
