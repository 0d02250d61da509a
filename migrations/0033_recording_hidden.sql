CREATE TABLE "recording_hidden_message" (
	"recording_id" uuid NOT NULL,
	"message_id" bigint NOT NULL,
	CONSTRAINT "recording_hidden_message_recording_id_message_id_pk" PRIMARY KEY("recording_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "recording_hidden_message" ADD CONSTRAINT "recording_hidden_message_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;