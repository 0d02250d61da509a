CREATE TABLE "recording_silence" (
	"recording_id" uuid PRIMARY KEY NOT NULL,
	"spans" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recording_silence" ADD CONSTRAINT "recording_silence_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;