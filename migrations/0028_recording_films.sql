CREATE TABLE "recording_film" (
	"recording_id" uuid NOT NULL,
	"audience" text NOT NULL,
	"attempt" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"seconds_left" integer,
	"reason" text DEFAULT '' NOT NULL,
	"made" text DEFAULT '' NOT NULL,
	"bytes" double precision DEFAULT 0 NOT NULL,
	"sound_bytes" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "recording_film_recording_id_audience_pk" PRIMARY KEY("recording_id","audience")
);
--> statement-breakpoint
ALTER TABLE "recording_film" ADD CONSTRAINT "recording_film_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;