"""Users of Djoser with a first and a last name, which its own serializer does not have."""

from djoser.serializers import UserSerializer


class MemberSerializer(UserSerializer):
    class Meta(UserSerializer.Meta):
        fields = (*UserSerializer.Meta.fields, "first_name", "last_name")
