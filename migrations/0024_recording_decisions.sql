CREATE TABLE "recording_decision" (
	"recording_id" uuid PRIMARY KEY NOT NULL,
	"review" text DEFAULT 'unreviewed' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reviewed_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recording_viewer" (
	"recording_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	"watched" double precision DEFAULT 0 NOT NULL,
	"farthest" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "recording_viewer_recording_id_account_id_pk" PRIMARY KEY("recording_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "recording_decision" ADD CONSTRAINT "recording_decision_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_viewer" ADD CONSTRAINT "recording_viewer_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_viewer" ADD CONSTRAINT "recording_viewer_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recording_viewer_account" ON "recording_viewer" USING btree ("account_id");