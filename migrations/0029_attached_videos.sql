CREATE TABLE "recording_slide" (
	"recording_id" uuid NOT NULL,
	"starts_at" double precision NOT NULL,
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	CONSTRAINT "recording_slide_recording_id_starts_at_pk" PRIMARY KEY("recording_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "recording_video" (
	"recording_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"attempt" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"seconds_left" integer,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deck_upload" ADD COLUMN "waits_as" uuid;--> statement-breakpoint
ALTER TABLE "recording" ADD COLUMN "is_attached" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "recording_slide" ADD CONSTRAINT "recording_slide_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_slide" ADD CONSTRAINT "recording_slide_file_id_deck_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."deck_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_video" ADD CONSTRAINT "recording_video_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_video" ADD CONSTRAINT "recording_video_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;