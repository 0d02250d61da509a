CREATE TABLE "recording_mute" (
	"recording_id" uuid NOT NULL,
	"starts_at" double precision NOT NULL,
	"ends_at" double precision NOT NULL,
	CONSTRAINT "recording_mute_recording_id_starts_at_ends_at_pk" PRIMARY KEY("recording_id","starts_at","ends_at")
);
--> statement-breakpoint
ALTER TABLE "recording_decision" ADD COLUMN "released_from" double precision;--> statement-breakpoint
ALTER TABLE "recording_decision" ADD COLUMN "released_to" double precision;--> statement-breakpoint
ALTER TABLE "recording_mute" ADD CONSTRAINT "recording_mute_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;